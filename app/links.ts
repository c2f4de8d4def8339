import { site } from '../site.config.ts'
import { resolveOutbound } from './outbound.ts'

/** The links that lead away from this site, as this build was configured. */
export const outbound = resolveOutbound(site, import.meta.env.PARTNERS_ORIGIN || undefined)
