import { matchPath } from 'react-router'
import { paths } from '../paths.ts'
import { documentRoutes } from './document-routes.tsx'
import { pageRoute, type PageRoute } from './page-route.tsx'

/** The whole map (R-ROUTES). Pages are loaded when they are needed; every one with a fixed address is prerendered. */
export const routes: PageRoute[] = [
  pageRoute(paths.home, 'home', 'Home', { kind: 'home' }),
  pageRoute(paths.creditScoreCalculator, 'credit-score-calculator', 'CreditScoreCalculator', { kind: 'questions' }),
  pageRoute(paths.assessment, 'assessment', 'AssessmentPage', { kind: 'questions' }),
  pageRoute(paths.about, 'about', 'About'),
  pageRoute(paths.blog, 'blog', 'Blog'),
  pageRoute(paths.signup, 'signup', 'Signup'),
  pageRoute(paths.auth, 'auth', 'Auth', { hydrate: 'with-session' }),
  pageRoute(paths.confirm, 'confirm', 'Confirm', { hydrate: 'on-load' }),
  pageRoute(paths.clientOnboarding, 'client-onboarding', 'ClientOnboarding', { hydrate: 'on-load' }),
  pageRoute(paths.onboardingSuccess, 'onboarding-success', 'OnboardingSuccess', { hydrate: 'on-load' }),
  pageRoute(paths.welcome, 'welcome', 'Welcome', { hydrate: 'on-load' }),
  pageRoute(paths.account, 'account', 'AccountPage', { hydrate: 'on-load' }),
  ...documentRoutes,
]

const missing = pageRoute('*', 'not-found', 'NotFound')

/** The page at an address below the base path, or the one that says that there is none. */
export function routeAt(pathname: string): PageRoute {
  return routes.find(({ path }) => matchPath(path, pathname)) ?? missing
}
