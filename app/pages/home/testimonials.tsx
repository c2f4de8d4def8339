import { testimonials } from '../../../content/testimonials.ts'

export function Testimonials() {
  const { heading, mark, quotes } = testimonials
  return (
    <section id="testimonials" className="rule">
      <div className="wrap">
        <div className="strip-head">
          <h2>{heading}</h2>
          {mark && <span className="tag">{mark}</span>}
        </div>
        <div className="quotes">
          {quotes.map(({ name, role, content, rating }, index) => (
            <figure className={index === 0 ? 'quote big' : 'quote'} key={name}>
              <Stars rating={rating} />
              <blockquote>{content}</blockquote>
              <figcaption>
                <b>{name}</b>
                {`, ${role}`}
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  )
}

// Between the top of a star and its foot.
const star = 'l2.1 4.7 5.1.5-3.8 3.4 1.1 5L'
const starWidth = 19

function Stars({ rating }: { rating: number }) {
  const lefts = Array.from({ length: rating }, (_, index) => 8 + index * starWidth)
  return (
    <>
      <p className="vh">{testimonials.ratingLabel(rating)}</p>
      <svg className="stars" viewBox="0 0 92 16" aria-hidden="true">
        {lefts.map((left) => (
          <path key={left} fill="currentColor" d={`M${left} 1${star}${left} 12l-4.5 2.6 1.1-5-3.8-3.4 5.1-.5z`} />
        ))}
      </svg>
    </>
  )
}
