import type { Address } from '@vaultwright/base'
import { type Call, type DecodedBatch, decodeBatch, type EncodingNote } from '@vaultwright/manager'
import { parseAddress } from '@vaultwright/merkle'
import type { Context } from './context.ts'
import { readHex } from './hex-input.ts'
import { amountAt } from './shape.ts'
import { assertGiven, UsageError } from './usage.ts'

/** A call to explain, and where it stands. */
export type Subject = {
  readonly place: string
  readonly call: Call
  /** Whose root decides; the Manager's own on calls inside a flash loan. */
  readonly decidedBy: 'strategist' | 'manager'
}

/** The calls, and what follows the arguments of the Manager's own calldata. */
export type Subjects = {
  readonly subjects: readonly Subject[]
  readonly notes: readonly EncodingNote[]
}

/** How a person names calls: Manager calldata, or one call by its fields. */
export type SubjectWords = {
  readonly calldata: string | undefined
  readonly target: string | undefined
  readonly data: string | undefined
  readonly value: string | undefined
  readonly decoder: string | undefined
}

/**
 * Reads the calls that a person wants explained.
 *
 * @throws {UsageError} when nothing or both is given, and what decoding throws.
 */
export async function readSubjects(
  words: SubjectWords,
  manager: Address | null,
  context: Context,
): Promise<Subjects> {
  const fields = [words.target, words.data, words.value, words.decoder].filter(
    (field) => field !== undefined,
  )
  if (words.calldata !== undefined && fields.length > 0) {
    throw new UsageError(
      'Calldata of the Manager and the fields of one call are given. Give one of them.',
    )
  }
  if (words.calldata !== undefined) {
    const data = await readHex(words.calldata, context)
    const batch = decodeBatch(data, manager === null ? {} : { manager })
    return { subjects: subjectsOf(batch, 'call ', 'strategist'), notes: batch.notes }
  }
  const decoder = words.decoder === undefined ? {} : { decoder: parseAddress(words.decoder) }
  const call: Call = {
    target: parseAddress(assertGiven(words.target, 'target')),
    data: await readHex(assertGiven(words.data, 'data'), context),
    value: amountAt(words.value ?? '0', '--value'),
    ...decoder,
  }
  return { subjects: [{ place: 'the call', call, decidedBy: 'strategist' }], notes: [] }
}

function subjectsOf(
  batch: DecodedBatch,
  place: string,
  decidedBy: Subject['decidedBy'],
): readonly Subject[] {
  return batch.calls.flatMap(({ target, data, value, decoder, loan }, at) => {
    const here = `${place}${at}`
    const own = { place: here, call: { target, data, value, decoder }, decidedBy }
    return loan === null ? [own] : [own, ...subjectsOf(loan.batch, `${here}.`, 'manager')]
  })
}
