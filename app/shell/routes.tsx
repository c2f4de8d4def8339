import { matchPath } from 'react-router'
import { documentRoutes } from './document-routes.tsx'
import { pageRoute, type PageRoute } from './page-route.tsx'
import { paths } from '../paths.ts'

/** The whole map (R-ROUTES). Pages are loaded when they are needed; every one with a fixed address is prerendered. */
export const routes: PageRoute[] = [
  pageRoute(paths.home, '../pages/home/home-page.tsx', 'Home'),
  pageRoute(paths.creditScoreCalculator, '../pages/credit-score-calculator/credit-score-calculator-page.tsx', 'CreditScoreCalculator'),
  pageRoute(paths.assessment, '../pages/assessment/assessment-page.tsx', 'AssessmentPage'),
  pageRoute(paths.about, '../pages/about/about-page.tsx', 'About'),
  pageRoute(paths.blog, '../pages/blog/blog-page.tsx', 'Blog'),
  pageRoute(paths.signup, '../pages/signup/signup-page.tsx', 'Signup'),
  pageRoute(paths.auth, '../pages/auth/auth-page.tsx', 'Auth', 'for-session'),
  pageRoute(paths.clientOnboarding, '../pages/client-onboarding/client-onboarding-page.tsx', 'ClientOnboarding', 'at-once'),
  pageRoute(paths.onboardingSuccess, '../pages/onboarding-success/onboarding-success-page.tsx', 'OnboardingSuccess', 'at-once'),
  ...documentRoutes,
]

const missing = pageRoute('*', '../pages/not-found/not-found-page.tsx', 'NotFound')

/** The page at an address below the base path, or the one that says that there is none. */
export function routeAt(pathname: string): PageRoute {
  return routes.find(({ path }) => matchPath(path, pathname)) ?? missing
}
