import type { BusinessHours } from './business-hours.ts'
import type { PaidService } from './plans.ts'

/** What `site.config.ts` says of the organisation. */
export interface SiteConfig {
  organization: { name: string; logo: [string, string]; tagline: string; foundedYear: number }
  claims: {
    yearsOfExperience: string
    clientsHelped: string
    successRate: string
    signup: { yearsOfExperience: string; clientsHelped: string }
  }
  contact: {
    email: string
    phone: string
    phoneDialed: string
    postalAddress: { street: string; city: string; state: string; zipCode: string }
    businessHours: BusinessHours
  }
  external: Record<'portal' | 'monitoring' | 'intake' | 'contactForm', string> & { map?: string }
  checkout: Record<PaidService, string>
  paymentIds: Record<string, PaidService>
  social: Record<'facebook' | 'instagram' | 'youtube' | 'tiktok', { name: string; url: string; enabled: boolean }>
}

/** Whether a value is one of the sample's, which reach nobody, or nothing at all. */
export function isPlaceholder(value: string): boolean {
  return /\bexample\.(com|org|net)\b|\bExample Street\b|555-?01\d\d\b|Second Mile|^00000$|^\s*$/.test(value)
}

/** Names of the entries that are still placeholders, such as `checkout.audit`. A link that is switched off counts not. */
export function listPlaceholders(config: SiteConfig): string[] {
  return placeholdersIn(config, [])
}

function placeholdersIn(value: unknown, path: string[]): string[] {
  if (typeof value === 'string') return isPlaceholder(value) ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  if ('enabled' in value && value.enabled === false) return []
  if (Array.isArray(value)) return value.some((part) => placeholdersIn(part, path).length) ? [path.join('.')] : []
  return Object.entries(value).flatMap(([name, part]) => placeholdersIn(part, [...path, name]))
}
