import { type Address, type Hex, isSameAddress } from '@vaultwright/base'
import { type AnnouncedWallet, askWallet, connectWallet, WalletError } from './wallet.ts'

/** A call of a plain account, without value. */
export type SentCall = {
  readonly from: Address
  readonly to: Address
  readonly data: Hex
  readonly chainId: number
}

/** The end of a call that was sent, as the wallet's node tells it. */
export type SentEnd = { readonly text: string; readonly isGood: boolean }

const pauseMs = 2_000
/** Two minutes: what is longer on its way is followed by its hash elsewhere. */
const maxLooks = 60

/**
 * Asks a wallet to send a call from the one account that may.
 *
 * @returns the hash of the transaction, as the wallet gives it.
 * @throws {WalletError}
 */
export async function sendByWallet(wallet: AnnouncedWallet, call: SentCall): Promise<string> {
  const { from, to, data, chainId } = call
  const accounts = await connectWallet(wallet, chainId)
  const account = accounts.find((each) => isSameAddress(each as Address, from))
  if (account === undefined) {
    throw new WalletError('other_account', `${from} is not among its accounts`)
  }
  const hash = await askWallet(wallet, 'eth_sendTransaction', [{ from, to, data, value: '0x0' }])
  if (typeof hash === 'string' && /^0x[0-9a-f]{64}$/i.test(hash)) return hash
  throw new WalletError('failed', 'it gave no hash of a transaction')
}

/**
 * Follows a transaction until it is in a block, and compares it with what was to be sent.
 *
 * @throws {WalletError} when the wallet fails, or no block has it after two minutes.
 */
export async function followSent(
  wallet: AnnouncedWallet,
  call: SentCall,
  hash: string,
): Promise<SentEnd> {
  for (let look = 0; look < maxLooks; look++) {
    const receipt = Object(await askWallet(wallet, 'eth_getTransactionReceipt', [hash]))
    if (typeof receipt.blockNumber === 'string') {
      const sent = Object(await askWallet(wallet, 'eth_getTransactionByHash', [hash]))
      return endOf(call, receipt, sent)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new WalletError('failed', 'no block has the transaction after two minutes')
}

type Fields = { readonly [field: string]: unknown }

function endOf({ from, to, data }: SentCall, receipt: Fields, sent: Fields): SentEnd {
  const block = Number(receipt.blockNumber)
  const pairs = [
    ['sender', sent.from, from],
    ['target', sent.to, to],
    ['calldata', sent.input, data],
  ] as const
  const difference = pairs.find(
    ([, stated, own]) => String(stated).toLowerCase() !== own.toLowerCase(),
  )
  if (difference !== undefined) {
    return {
      text: `The transaction in block ${block} has another ${difference[0]}.`,
      isGood: false,
    }
  }
  const isGood = receipt.status === '0x1'
  const text = isGood
    ? `It is in block ${block}, with the calldata that was built, and succeeded.`
    : `It is in block ${block}, with the calldata that was built, and failed: nothing moved.`
  return { text, isGood }
}
