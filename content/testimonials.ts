export interface Testimonial {
  name: string
  role: string
  content: string
  rating: 1 | 2 | 3 | 4 | 5
}

export const testimonials = {
  heading: 'What clients tell us',
  /** Shown beside the heading. Empty it when the testimonials below are those of real clients. */
  mark: 'Sample testimonials',
  /** The first one is set large. */
  quotes: [
    {
      name: 'Sample client A',
      role: 'first-time home buyer',
      content: 'They sat with my reports line by line. Two accounts were never mine, and for the first time somebody showed me how to prove it.',
      rating: 5,
    },
    {
      name: 'Sample client B',
      role: 'small-business owner',
      content: 'I knew the price before I started, and it never changed.',
      rating: 5,
    },
    {
      name: 'Sample client C',
      role: 'nurse',
      content: 'After the bankruptcy I expected a lecture. I got a plan.',
      rating: 5,
    },
  ] satisfies Testimonial[],
  ratingLabel: (rating: number) => `${rating} out of 5 stars`,
}
