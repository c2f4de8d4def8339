import type { RouteObject } from 'react-router'
import { documentRoutes } from './document-routes.tsx'
import { ApplicationError } from './pages/application-error.tsx'
import { Root } from './root.tsx'
import { paths } from './paths.ts'

/** The whole map (§2). Pages are loaded when they are needed; every one with a fixed address is prerendered. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: ApplicationError,
    children: [
      { path: paths.home, lazy: async () => ({ Component: (await import('./pages/home.tsx')).Home }) },
      {
        path: paths.creditScoreCalculator,
        lazy: async () => ({ Component: (await import('./pages/credit-score-calculator.tsx')).CreditScoreCalculator }),
      },
      {
        path: paths.assessment,
        lazy: async () => ({ Component: (await import('./pages/assessment.tsx')).AssessmentPage }),
      },
      { path: paths.about, lazy: async () => ({ Component: (await import('./pages/about.tsx')).About }) },
      { path: paths.blog, lazy: async () => ({ Component: (await import('./pages/blog.tsx')).Blog }) },
      { path: paths.signup, lazy: async () => ({ Component: (await import('./pages/signup.tsx')).Signup }) },
      { path: paths.auth, lazy: async () => ({ Component: (await import('./pages/auth.tsx')).Auth }) },
      {
        path: paths.clientOnboarding,
        lazy: async () => ({ Component: (await import('./pages/client-onboarding.tsx')).ClientOnboarding }),
      },
      {
        path: paths.onboardingSuccess,
        lazy: async () => ({ Component: (await import('./pages/onboarding-success.tsx')).OnboardingSuccess }),
      },
      ...documentRoutes,
      { path: '*', lazy: async () => ({ Component: (await import('./pages/not-found.tsx')).NotFound }) },
    ],
  },
]

/** The addresses of the pages that the build prerenders. */
export function prerenderedPaths(): string[] {
  const children = routes.flatMap((route) => route.children ?? [])
  return children.flatMap(({ path }) => (path && path !== '*' ? [path] : []))
}
