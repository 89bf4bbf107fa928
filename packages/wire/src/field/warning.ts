import type { Finding } from '@vaultwright/base'
import Type, { type Static } from 'typebox'
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

/** A warning of a build or of its simulation: something deserves a look. */
export type ReportWarning = Pick<Finding, 'code' | 'severity' | 'message' | 'facts'>

/** Writes a warning. */
export function warningDataOf({
  code,
  severity,
  message,
  facts,
}: ReportWarning): Static<typeof buildWarning> {
  return { code, severity, message, facts: { ...facts } }
}
