import { listPlaceholders } from '../../domain/site-config.ts'
import { site } from '../../site.config.ts'

/**
 * Whether this is still the sample, and no organisation's own site. Tests of `*.sample.test.ts` and `*.sample.spec.ts`
 * hold the sample to its words and figures, and are left out otherwise; all others read whatever there is.
 */
export const isSample = listPlaceholders(site).includes('organization.name')
