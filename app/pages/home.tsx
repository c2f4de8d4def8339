import { home } from '../../content/home.ts'
import { paths } from '../paths.ts'
import { PageHead } from '../ui/page-head.tsx'
import { Closing } from './home/closing.tsx'
import { Contact } from './home/contact.tsx'
import { Faqs } from './home/faqs.tsx'
import { Hero } from './home/hero.tsx'
import { HowItWorks } from './home/how-it-works.tsx'
import { Pricing } from './home/pricing.tsx'
import { ResumeNotice } from './home/resume-notice.tsx'
import { Testimonials } from './home/testimonials.tsx'
import { WhyChoose } from './home/why-choose.tsx'

export function Home() {
  return (
    <>
      <PageHead title={home.title} description={home.description} path={paths.home} />
      <ResumeNotice />
      <Hero />
      <HowItWorks />
      <Pricing />
      <Testimonials />
      <WhyChoose />
      <Faqs />
      <Contact />
      <Closing />
    </>
  )
}
