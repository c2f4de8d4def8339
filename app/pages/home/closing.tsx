import { home } from '#words/home.ts'
import oliveArt from '../../art/olive.svg'
import { anchors } from '../../paths.ts'

export function Closing() {
  const { heading, link, note } = home.closing
  return (
    <section className="close">
      <div className="wrap">
        <div>
          <h2>{heading}</h2>
          <p className="cta">
            <a className="btn" href={anchors.pricing}>
              {link}
            </a>
            <span className="fine">{note}</span>
          </p>
        </div>
        <img src={oliveArt} alt="" width="320" height="220" loading="lazy" />
      </div>
    </section>
  )
}
