import { parseTreeFile } from '@vaultwright/formats'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  judgeByTree,
  packetText,
  packetTreeText,
  shownHashesOf,
} from '../../../test/support/judged-packet.ts'
import { runsOf } from '../../../test/support/runs.ts'
import { accountOf } from './account.ts'
import { openPacket, type Packet } from './packet.ts'
import type { ComparedHashes } from './verdict.ts'

const file = parseTreeFile(new TextEncoder().encode(packetTreeText()))

const account = {
  safe: '0x9D1dF34CC07dB5D9CC12B1c31D1B8E0ef83c0EB3',
  chainId: 1,
  version: '1.4.1',
  nonce: 42n,
} as const
const shownOf = (packet: Packet) => shownHashesOf(packet, { ...accountOf(packet), ...account })
const answerOf = (packet: Packet, compared: ComparedHashes) =>
  judgeByTree(packet, file, account, compared).answer

/** Opens a text; null where it is refused as a whole. */
function openOrNull(text: string): Packet | null {
  try {
    return openPacket(text)
  } catch {
    return null
  }
}

test.each(['typed-data.json', 'batch.json', 'service-page.json', 'execution.hex'])(
  'law: no byte of %s changes what is signed and keeps Yes, content hash and compared hashes',
  (name) => {
    const text = packetText(name)
    const honest = openPacket(text)
    const compared = shownOf(honest)
    expect(answerOf(honest, compared)).toBe('conditional')
    const place = fc.integer({ min: 0, max: text.length - 1 })
    fc.assert(
      fc.property(place, fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = `${text.slice(0, at)}${String.fromCharCode(code)}${text.slice(at + 1)}`
        const packet = openOrNull(changed)
        if (packet === null || changed === text) return
        const shown = shownOf(packet)
        const isSame = JSON.stringify(shown) === JSON.stringify(compared)
        // What is signed has changed: the hashes of the device do not fit, and the name is another.
        if (!isSame) {
          expect(['no', 'incomplete']).toContain(answerOf(packet, compared))
          expect(packet.contentHash).not.toBe(honest.contentHash)
        } else if (packet.contentHash === honest.contentHash) {
          expect(packet.call.children.map(({ data }) => data)).toEqual(
            honest.call.children.map(({ data }) => data),
          )
        }
      }),
      { numRuns: runsOf(0.5) },
    )
  },
)
