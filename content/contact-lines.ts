import { type BusinessHours, splitWeek } from '../domain/business-hours.ts'
import { site } from '../site.config.ts'
import { listText } from './format.ts'

const { postalAddress } = site.contact
const businessHours: BusinessHours = site.contact.businessHours

/** The postal address, line by line as on an envelope. */
export const addressLines = [
  postalAddress.street,
  `${postalAddress.city}, ${postalAddress.state} ${postalAddress.zipCode}`,
]

/** The business hours, a line a thought. */
export const hoursLines = [
  businessHours.from === businessHours.to ? businessHours.from : `${businessHours.from} to ${businessHours.to}`,
  `${businessHours.opens} to ${businessHours.closes}`,
  ...closedLine(splitWeek(businessHours).closed),
]

function closedLine(days: string[]): string[] {
  return days.length > 0 ? [`Closed ${listText(days)}`] : []
}
