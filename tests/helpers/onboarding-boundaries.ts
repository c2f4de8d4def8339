import { contactMethods, states } from '../../domain/enrollment.ts'
import { enrollmentFields as fields, type OnboardingField } from '../../domain/enrollment-fields.ts'

/** A typed value of one field and its first problem, if any (R-ONBOARDING-LIMITS). */
export interface Boundary {
  field: OnboardingField
  entry: string
  problem?: string
}

/** Every control character, and the line and paragraph separators of Unicode. */
export const controlCharacters = [...Array.from({ length: 0xa0 }, (_, code) => code), 0x2028, 0x2029]
  .map((code) => String.fromCodePoint(code))
  .filter((character) => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(character))

const taken = (field: OnboardingField, ...entries: string[]): Boundary[] => entries.map((entry) => ({ field, entry }))

const refused = (field: OnboardingField, problem: string, ...entries: string[]): Boundary[] =>
  entries.map((entry) => ({ field, entry, problem }))

const digits = (length: number) => '1'.repeat(length)
const letters = (length: number) => 'a'.repeat(length)

/** Values at, just below and just above both ends of a length. */
function lengths(field: OnboardingField, least: number, most: number, tooShort: string, tooLong: string): Boundary[] {
  return [
    ...refused(field, tooShort, digits(least - 1)),
    ...taken(field, digits(least), digits(least + 1), digits(most - 1), digits(most)),
    ...refused(field, tooLong, digits(most + 1)),
  ]
}

function optionalText(field: OnboardingField, most: number, tooLong: string): Boundary[] {
  return [
    ...taken(field, '', letters(1), letters(most - 1), letters(most)),
    ...refused(field, tooLong, letters(most + 1)),
  ]
}

const addressOf = (length: number) => `${letters(length - '@example.com'.length)}@example.com`

/** Every limit of R-ONBOARDING-LIMITS from both sides. The future is not among them: where it begins depends on the day. */
export const onboardingBoundaries: Boundary[] = [
  ...lengths('firstName', 1, fields.firstName.max, 'First name is required', 'First name must be at most 100 characters'),
  ...optionalText('middleName', fields.middleName.max, 'Middle name must be at most 100 characters'),
  ...lengths('lastName', 1, fields.lastName.max, 'Last name is required', 'Last name must be at most 100 characters'),
  ...refused('dateOfBirth', 'Date of birth is required', '', 'unknown', '2023-02-29'),
  ...refused('dateOfBirth', 'Please check the year of birth', '1899-12-31', '0001-01-01'),
  ...taken('dateOfBirth', '1900-01-01', '1900-01-02', '1980-02-29'),
  ...refused('ssnLastFour', 'Must be exactly 4 digits', '', '042', '00042', 'no'),
  ...refused('ssnLastFour', 'Must be numbers only', '12a4', '-123', '1.23', '\u0661\u0662\u0663\u0664'),
  ...taken('ssnLastFour', '0000', '9999'),
  ...refused('email', 'Invalid email address', '', 'ruth', 'ruth@', '@example.com', 'ruth@example', 'r@example.c'),
  ...refused('email', 'Invalid email address', 'ru th@example.com', 'a@b@example.com', '"ruth"@example.com'),
  ...refused('email', 'Invalid email address', '.ruth@example.com', 'ruth.@example.com', 'ru..th@example.com'),
  ...refused('email', 'Invalid email address', 'ruth@-a.com', 'ruth@a-.com', 'ruth@a..com', 'ruth@192.0.2.1'),
  ...refused('email', 'Invalid email address', 'ruth@a.c-', 'ruth@a.com.', `ruth@${letters(64)}.com`),
  ...refused('email', 'Invalid email address', 'r\u00fcth@example.com', 'ruth@ex\u00e4mple.com', 'r\u0001uth@a.com'),
  ...taken('email', 'a@b.co', 'Ruth+Naomi@mail.example.com', addressOf(fields.email.max - 1), addressOf(fields.email.max)),
  ...taken('email', "o'brien@example.com", 'ruth/100%@example.com', '#!$&*=?^`{|}~-_@example.com'),
  ...taken('email', 'ruth@xn--exmple-cua.com', 'ruth@example.xn--p1ai', `ruth@${letters(63)}.com`, 'r.u.t.h@1.a-b.uk'),
  ...refused('email', 'Email must be at most 255 characters', addressOf(fields.email.max + 1)),
  ...lengths(
    'phone',
    fields.phone.min,
    fields.phone.max,
    'Phone number must be at least 10 digits',
    'Phone number must be at most 20 characters',
  ),
  ...taken('preferredContactMethod', ...contactMethods),
  ...refused('preferredContactMethod', 'Please select a contact method', '', 'fax', 'Email'),
  ...lengths(
    'streetAddress',
    1,
    fields.streetAddress.max,
    'Street address is required',
    'Street address must be at most 200 characters',
  ),
  ...lengths('city', 1, fields.city.max, 'City is required', 'City must be at most 100 characters'),
  ...taken('state', ...states),
  ...refused('state', 'Please select a state', '', 'I', 'ILL', 'DC', 'PR', 'il', 'XX'),
  ...lengths(
    'zipCode',
    fields.zipCode.min,
    fields.zipCode.max,
    'ZIP code must be at least 5 digits',
    'ZIP code must be at most 10 characters',
  ),
  ...optionalText('notes', fields.notes.max, 'Notes must be at most 1000 characters'),
]

/** A test title: `firstName of 101 characters`, or the entry itself if it is short. */
export const nameOf = ({ field, entry }: Boundary): string =>
  `${field} ${entry.length > 30 ? `of ${entry.length} characters` : JSON.stringify(entry)}`
