import { home } from '#words/home.ts'
import { paths } from '../../paths.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Closing } from './closing.tsx'
import { Contact } from './contact.tsx'
import { Faqs } from './faqs.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Pricing } from './pricing.tsx'
import { ResumeNotice } from './resume-notice.tsx'
import { Testimonials } from './testimonials.tsx'
import { WhyChoose } from './why-choose.tsx'

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
