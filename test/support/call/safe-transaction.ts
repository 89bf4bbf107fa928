import { printHex } from '@vaultwright/base'
import type { SafeTransaction } from '@vaultwright/safe'
import fc from 'fast-check'
import { getAddress } from 'viem'

/** Accounts, with their checksum. */
export const anyAddress = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => getAddress(printHex(bytes)))
const anyUint = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

/** Transactions of a Safe. */
export const safeTransactions: fc.Arbitrary<SafeTransaction> = fc.record({
  to: anyAddress,
  value: anyUint,
  data: fc.uint8Array({ maxLength: 100 }).map(printHex),
  operation: fc.constantFrom('call', 'delegatecall'),
  safeTxGas: anyUint,
  baseGas: anyUint,
  gasPrice: anyUint,
  gasToken: anyAddress,
  refundReceiver: anyAddress,
  nonce: anyUint,
})
