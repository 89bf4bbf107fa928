import Type from 'typebox'
import { anything } from './field.ts'

/** Something to look at, with its facts. */
export const buildWarning = Type.Object(
  {
    code: Type.String(),
    severity: Type.Enum(['error', 'warning', 'info']),
    message: Type.String(),
    facts: Type.Record(Type.String(), anything),
  },
  { title: 'BuildWarning', additionalProperties: false },
)

/** A warning of the builder: something deserves a look. */
export type ReportWarning = {
  readonly code: string
  readonly severity: 'error' | 'warning' | 'info'
  readonly message: string
  readonly facts: Readonly<Record<string, unknown>>
}
