export interface BlogCard {
  id: string
  title: string
  excerpt: string
  /** ISO, such as `2025-10-15`. */
  date: string
  category: string
  /** A drawing in `app/art/`, without its extension. */
  picture: string
}

export const comingSoon: BlogCard[] = [
  {
    id: 'minutes-of-the-spring-meeting',
    title: 'Minutes of the spring meeting',
    excerpt: 'What was asked, what was answered, and who brought the rhubarb cake.',
    date: '2026-02-01',
    category: 'Fellowship',
    picture: 'blog-letter',
  },
]

export const blogPage = {
  title: 'The notice board',
  description: 'Notes from the long table: on reports, letters, budgets, and patience.',
  heading: 'Pinned to the board',
  lead: 'Written by volunteers on Saturday afternoons.',
  comingSoon: 'Not yet pinned',
  stayUpdated: { heading: 'By letter', text: 'Four times a year we print all of this. Ask for a copy.', button: 'Ask for the letter' },
}

export const articlePage = {
  back: 'To the notice board',
  contents: 'Headings',
}
