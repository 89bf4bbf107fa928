import type { Operator } from '@vaultwright/svm'

/**
 * Says what an operator pins.
 *
 * @param names - of the accounts of the call, where they have any.
 */
export function operatorText(operator: Operator, names: readonly (string | null)[] = []): string {
  switch (operator.kind) {
    case 'noop':
      return 'nothing'
    case 'ingest_instruction_data_size':
      return 'the length of the data'
    case 'ingest_account': {
      const name = names[operator.index]
      return `account ${operator.index}${name == null ? '' : ` (${name})`} and its flags`
    }
    case 'ingest_instruction': {
      const { start, length } = operator
      if (length === 0) return `no byte of the data (from ${start})`
      return length === 1
        ? `byte ${start} of the data`
        : `bytes ${start} to ${start + length - 1} of the data`
    }
  }
}
