import { matchPath } from 'react-router'
import { documentRoutes } from './document-routes.tsx'
import { pageRoute, type PageRoute } from './page-route.tsx'
import { paths } from './paths.ts'

/** The whole map (R-ROUTES). Pages are loaded when they are needed; every one with a fixed address is prerendered. */
export const routes: PageRoute[] = [
  pageRoute(paths.home, './pages/home.tsx', 'Home'),
  pageRoute(paths.creditScoreCalculator, './pages/credit-score-calculator.tsx', 'CreditScoreCalculator'),
  pageRoute(paths.assessment, './pages/assessment.tsx', 'AssessmentPage'),
  pageRoute(paths.about, './pages/about.tsx', 'About'),
  pageRoute(paths.blog, './pages/blog.tsx', 'Blog'),
  pageRoute(paths.signup, './pages/signup.tsx', 'Signup'),
  pageRoute(paths.auth, './pages/auth.tsx', 'Auth', 'for-session'),
  pageRoute(paths.clientOnboarding, './pages/client-onboarding.tsx', 'ClientOnboarding', 'at-once'),
  pageRoute(paths.onboardingSuccess, './pages/onboarding-success.tsx', 'OnboardingSuccess', 'at-once'),
  ...documentRoutes,
]

const missing = pageRoute('*', './pages/not-found.tsx', 'NotFound')

/** The page at an address below the base path, or the one that says that there is none. */
export function routeAt(pathname: string): PageRoute {
  return routes.find(({ path }) => matchPath(path, pathname)) ?? missing
}
