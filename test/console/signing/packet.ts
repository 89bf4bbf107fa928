import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Hex } from '@vaultwright/base'

const fixtures = join(import.meta.dirname, '../../../fixtures')
const transfer = `0xa9059cbb${'22'.repeat(20).padStart(64, '0')}${'0'.repeat(64)}`

/** The tree that permits the calls of the packets below. */
export const treeFile = join(fixtures, 'trees/example-1024.json')

type TypedData = {
  readonly message: { readonly data: Hex; readonly nonce: string }
  readonly domain: { readonly verifyingContract: string }
}

/** EIP-712 typed data of a Safe transaction whose calls the tree permits. */
export const typedData: TypedData = JSON.parse(
  readFileSync(join(fixtures, 'safe/typed-data.json'), 'utf8'),
)

/** The typed data with another message, as a text. */
export function packetWith(changes: object): string {
  return JSON.stringify({ ...typedData, message: { ...typedData.message, ...changes } })
}

/** Packets that must not be signed: what changed, what the verdict is, and words of its reason. */
export const hostilePackets: readonly (readonly [
  name: string,
  changes: object,
  answer: 'no' | 'open',
  words: string,
])[] = [
  [
    'a delegate call behind a harmless sentence',
    { to: `0x${'22'.repeat(20)}`, operation: 1, data: transfer },
    'no',
    'run the code of',
  ],
  [
    'calldata swapped on the way: ownership in place of the batch',
    { data: `0xf2fde38b${'22'.repeat(20).padStart(64, '0')}` },
    'no',
    'changes who may act',
  ],
  ['a call swapped inside the batch', { data: swappedCall() }, 'no', 'Call 0'],
  ['a gas refund', { gasPrice: '1' }, 'no', 'gas refund'],
  ['bytes behind the batch', { data: `${typedData.message.data}00` }, 'no', 'follow'],
  [
    'a hash that is approved for another Safe',
    { to: `0x${'22'.repeat(20)}`, data: `0xd4d9bdcd${'77'.repeat(32)}` },
    'open',
    'approves the hash',
  ],
]

/** The batch with another spender in its first call. */
function swappedCall(): string {
  const { data } = typedData.message
  const spender = 'd9760c51476c7de08dc33cde13e496fd2818fa0d'
  const place = data.indexOf(`095ea7b3${spender.padStart(64, '0')}`)
  if (place < 0) throw new Error('the packet has no approval')
  return data.slice(0, place) + data.slice(place).replace(spender, '22'.repeat(20))
}
