import type { FieldProblems } from './form-check.ts'

/** The refusal of a batch, by the action that it belongs to. */
export type RefusedBatch = {
  /** By place in the batch: sentences by field. */
  readonly fields: ReadonlyMap<number, FieldProblems>
  /** The problems of no field; with the number of their action where they have one. */
  readonly others: readonly string[]
}

type RefusalEntry = { readonly loc: readonly (string | number)[]; readonly msg: string }

/**
 * Puts what the service refused at the fields that it names.
 *
 * @param entries - of a 422; `loc` like `body, actions, 0, params, asset`.
 */
export function refusedBatchOf(entries: readonly RefusalEntry[]): RefusedBatch {
  const fields = new Map<number, Record<string, string>>()
  const further: string[] = []
  for (const { loc, msg } of entries) {
    const index = loc[0] === 'body' && loc[1] === 'actions' ? loc[2] : undefined
    const name = loc[3] === 'params' ? loc[4] : undefined
    if (typeof index !== 'number') further.push(msg)
    else if (name === undefined) further.push(`Action ${index + 1}: ${msg}`)
    else {
      const problems = fields.get(index) ?? {}
      const previous = problems[name]
      problems[name] = previous === undefined ? msg : `${previous} ${msg}`
      fields.set(index, problems)
    }
  }
  return { fields, others: further }
}
