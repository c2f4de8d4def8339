import { testimonials } from '#words/testimonials.ts'

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

// A star from its top all around.
const star = 'l2.1 4.7 5.1.5-3.8 3.4 1.1 5-4.5-2.6-4.5 2.6 1.1-5-3.8-3.4 5.1-.5z'
const starWidth = 19

function Stars({ rating }: { rating: number }) {
  const stars = Array.from({ length: rating }, (_, index) => `M${8 + index * starWidth} 1${star}`)
  return (
    <>
      <p className="vh">{testimonials.ratingLabel(rating)}</p>
      <svg className="stars" viewBox="0 0 92 16" aria-hidden="true">
        <path fill="currentColor" d={stars.join('')} />
      </svg>
    </>
  )
}
