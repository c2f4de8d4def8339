import { fault } from './fault.ts'

/** Faults of administrators' requests. */
export const adminFaults = {
  notAdmin: fault(403, 'not_admin', 'User not allowed'),
  userIdFormat: fault(404, 'validation_failed', 'user_id must be an UUID'),
  noSuchUser: fault(404, 'user_not_found', 'User not found'),
  factorIdFormat: fault(404, 'validation_failed', 'factor_id must be an UUID'),
  noSuchFactor: fault(404, 'mfa_factor_not_found', 'Factor not found'),
  pageFormat: (text: string) =>
    fault(
      400,
      'validation_failed',
      `Bad Pagination Parameters: strconv.ParseUint: parsing ${JSON.stringify(text)}: invalid syntax`,
    ),
  emptyPage: fault(400, 'validation_failed', 'Bad Pagination Parameters: per_page must be greater than 0'),
  nobodyToCreate: fault(400, 'validation_failed', 'Cannot create a user without either an email or phone'),
  passwordAndHash: fault(400, 'validation_failed', 'Only a password or a password hash should be provided'),
  passwordHashFormat: fault(400, 'validation_failed', 'The password hash must be one of bcrypt with a cost of 4 to 15'),
  newIdFormat: fault(400, 'validation_failed', 'ID must conform to the uuid v4 format'),
  newIdNil: fault(400, 'validation_failed', 'ID cannot be a nil uuid'),
  newIdTaken: fault(422, 'user_already_exists', 'A user with this ID has already been registered'),
  banDuration: (text: string) =>
    fault(
      400,
      'validation_failed',
      `invalid format for ban duration: time: invalid duration ${JSON.stringify(text)}`,
    ),
  emailMissing: fault(400, 'validation_failed', 'An email address is required'),
  linkUserNotFound: fault(404, 'user_not_found', 'User with this email not found'),
  linkType: (type: string) =>
    fault(400, 'validation_failed', `Invalid email action link type requested: ${type}`),
}
