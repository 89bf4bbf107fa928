import { sha256 } from '@noble/hashes/sha2.js'
import { BaseError } from '@vaultwright/base'
import { svmBytesOf } from '../address/address.ts'
import { littleBytesOf } from '../bytes/little-writer.ts'
import type { Instruction } from './instruction.ts'
import type { Operator } from './operator.ts'

/**
 * Computes the digest that an inner call has under operators: sha256 of the program and every part that they pin.
 *
 * @param innerCall - its flags are those that the runtime shows, merged over the whole transaction (`mergedFlags`).
 * @returns 32 bytes.
 * @throws {OperatorOutOfRangeError} when an operator names a byte or an account that the call does not have.
 */
export function cpiDigest(innerCall: Instruction, operators: readonly Operator[]): Uint8Array {
  const hash = sha256.create().update(svmBytesOf(innerCall.program))
  for (const [index, operator] of operators.entries()) {
    switch (operator.kind) {
      case 'noop':
        break
      case 'ingest_instruction': {
        const end = operator.start + operator.length
        const size = innerCall.data.length
        if (end > size) {
          throw new OperatorOutOfRangeError(
            index,
            `it pins data up to byte ${end}, and the data has ${size}`,
          )
        }
        hash.update(innerCall.data.subarray(operator.start, end))
        break
      }
      case 'ingest_account': {
        const account = innerCall.accounts[operator.index]
        if (account === undefined) {
          const count = innerCall.accounts.length
          throw new OperatorOutOfRangeError(
            index,
            `it pins account ${operator.index}, and the call has ${count}`,
          )
        }
        hash.update(svmBytesOf(account.address))
        hash.update(Uint8Array.of(account.isSigner ? 1 : 0, account.isWritable ? 1 : 0))
        break
      }
      case 'ingest_instruction_data_size':
        hash.update(littleBytesOf(BigInt(innerCall.data.length), 64))
        break
    }
  }
  return hash.digest()
}

/** An operator names something that the call does not have; the program stops there. */
export class OperatorOutOfRangeError extends BaseError {
  override readonly code = 'operator_out_of_range'
  override readonly kind = 'invalid_input'

  constructor(operator: number, reason: string) {
    super({
      message: `Operator ${operator} does not fit the call: ${reason}. Use operators made for this instruction.`,
      facts: { operator, reason },
    })
  }
}
