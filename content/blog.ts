/** A card of the blog list (R-BLOG). The two articles give theirs in the front matter of `content/blog/<id>.mdx`. */
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

/** Announced, not written: cards without a link, below those of the articles. */
export const comingSoon: BlogCard[] = [
  {
    id: 'reading-your-three-reports',
    title: 'Reading your three credit reports',
    excerpt: 'Three bureaus, three layouts, one history: how to lay them side by side and see where they disagree.',
    date: '2025-09-24',
    category: 'Credit Education',
    picture: 'blog-report',
  },
  {
    id: 'a-dispute-letter-that-gets-an-answer',
    title: 'A dispute letter that gets an answer',
    excerpt: 'One page, one item, one request: what belongs in the letter, what to attach, and what to leave out.',
    date: '2025-09-10',
    category: 'Credit Repair',
    picture: 'blog-letter',
  },
  {
    id: 'a-budget-for-an-uneven-income',
    title: 'A budget for an uneven income',
    excerpt: 'When no two paychecks are alike, plan from the smallest one and give every larger one a job.',
    date: '2025-08-27',
    category: 'Budgeting',
    picture: 'blog-budget',
  },
  {
    id: 'the-first-year-after-bankruptcy',
    title: 'The first year after bankruptcy',
    excerpt: 'What to check once the discharge arrives, which account to open first, and what to leave alone.',
    date: '2025-08-13',
    category: 'Rebuilding',
    picture: 'blog-fresh-start',
  },
]

/** The words of /blog. */
export const blogPage = {
  title: 'Blog',
  description: 'Plain articles on credit scores, credit reports, disputes and budgets, from a ministry that reads credit reports.',
  heading: 'Credit, in plain English',
  lead: 'Short lessons on reports, scores and budgets. Nothing in them is a secret, and you can use all of it without us.',
  comingSoon: 'Coming soon',
  stayUpdated: {
    heading: 'Stay updated',
    text: 'We publish when we have something useful to say. Tell us what you would like to read, and ask us to write to you when it is ready.',
    button: 'Contact Us',
  },
}

/** The words around every article. */
export const articlePage = {
  back: 'Back to Blog',
  contents: 'In this article',
}
