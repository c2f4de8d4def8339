export interface Testimonial {
  name: string
  role: string
  content: string
  rating: 1 | 2 | 3 | 4 | 5
}

export const testimonials = {
  heading: 'Neighbors, in their own words',
  mark: '',
  quotes: [
    {
      name: 'Wilhelmina Oyelaran-Fitzgerald',
      role: 'retired school bus driver and grandmother of 11',
      content: 'In 2019 a collector called me 40 times about a hospital bill of $1,872 that my insurance had paid. They found the letter that proved it in my own shoebox, and they sat with me while I read it aloud on the telephone.',
      rating: 5,
    },
    { name: 'Tou X.', role: 'machinist', content: 'Slow at the start, thorough to the end.', rating: 4 },
    {
      name: 'Bernadette and Paul Kowalczyk',
      role: 'tenants who became owners',
      content: 'We came for a mortgage and left with a budget. The mortgage came eighteen months later, and it was the budget that did it. We still meet with our coach every spring, because we like her.',
      rating: 5,
    },
    { name: 'Anonymous', role: 'by letter', content: 'You told me that I had no case, and you were right to.', rating: 5 },
  ] satisfies Testimonial[],
  ratingLabel: (rating: number) => `Rated ${rating} of five`,
}
