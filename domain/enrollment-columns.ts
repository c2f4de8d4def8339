import {
  type ClientColumn, type EnrollmentField, enrollmentFieldNames, enrollmentFields, fieldsWith, type SensitiveColumn, sensitiveFields,
} from './enrollment-fields.ts'

// The columns of `enrollments` with a client's values. Only the server needs them: the browser writes rows and reads none.

const columnsOf = <Field extends EnrollmentField>(fields: readonly Field[]): (typeof enrollmentFields)[Field]['column'][] => [
  ...new Set(fields.map((field) => enrollmentFields[field].column)),
]

/** Each once, in the order of the table of fields. */
export const clientColumns = columnsOf(enrollmentFieldNames)
export const requiredColumns = columnsOf(fieldsWith('need', 'required'))
export const optionalColumns = columnsOf(fieldsWith('need', 'optional'))
export const sensitiveColumns = columnsOf(sensitiveFields)

export const isSensitiveColumn = (column: ClientColumn): column is SensitiveColumn =>
  sensitiveColumns.some((each) => each === column)

/** The columns that are stored as they are written (R-DETAILS-ENCRYPTED). */
export type OrdinaryColumn = Exclude<ClientColumn, SensitiveColumn>
export const isOrdinaryColumn = <Column extends ClientColumn>(column: Column): column is Exclude<Column, SensitiveColumn> =>
  !isSensitiveColumn(column)
