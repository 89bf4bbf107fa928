import { type Address, BaseError } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { isOnRecord } from '@vaultwright/registry'

/**
 * Reads the drones that a person names: only of these a suffix is believed without a chain.
 *
 * @throws {AddressError} where a text is not an address.
 * @throws {DroneOnRecordError} where it is a token or a contract on record, which forwards nothing for a vault.
 */
export function parseDrones(words: readonly string[]): readonly Address[] {
  return words.map((word) => {
    const account = parseAddress(word)
    if (isOnRecord(account)) throw new DroneOnRecordError(account)
    return account
  })
}

/** An account that is named as a drone is a token or a contract on record. */
class DroneOnRecordError extends BaseError {
  override readonly code = 'drone_on_record'
  override readonly kind = 'invalid_input'

  constructor(account: Address) {
    super({
      message: `${account} is not a drone: it is a token or a contract on record, and runs calls itself. Name the drone of the vault.`,
      facts: { account },
    })
  }
}
