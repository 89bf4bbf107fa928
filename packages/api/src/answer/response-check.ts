import { BaseError } from '@vaultwright/base'
import type { TSchema } from 'typebox'
import Compile from 'typebox/compile'

/** An answer of a route, whatever its operation. */
export type AnyAnswer = { readonly headers?: Readonly<Record<string, string>> } & (
  | { readonly body: unknown }
  | { readonly text: string | Buffer; readonly isCacheable?: boolean }
  | { readonly status: 304 }
)

/** Prepares the check of an operation's answers, for tests. */
export function prepareResponseCheck(schema: TSchema): (answer: AnyAnswer) => void {
  const check = Compile(schema)
  return (answer) => {
    if ('status' in answer) return
    // What arrives is JSON: fields without a value are not sent.
    const text = 'text' in answer ? String(answer.text) : JSON.stringify(answer.body)
    const value: unknown = JSON.parse(text)
    if (!check.Check(value)) {
      const [issue] = check.Errors(value)
      throw new ResponseInvalidError(`${issue?.instancePath || '/'} ${issue?.message}`)
    }
  }
}

/** A route answered what its operation does not say. */
export class ResponseInvalidError extends BaseError {
  override readonly code = 'response_invalid'
  override readonly kind = 'bug'

  constructor(why: string) {
    super({
      message: `The answer is not as its schema says: ${why}. Repair the route, or the schema.`,
      facts: { why },
    })
  }
}
