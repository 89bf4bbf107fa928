import { createHash } from 'node:crypto'
import { emptyHandOver } from '@vaultwright/packet'
import { expect, test } from 'vitest'
import { fitPacketLink } from './packet-link.ts'
import { maxCodeLength } from './qr-code.tsx'

const base = 'https://vaults.example/console/sign'

/** Digits that no compression makes fewer than half. */
function noise(length: number): string {
  const digests = Array.from({ length: Math.ceil(length / 64) }, (_, index) =>
    createHash('sha256').update(String(index)).digest('hex'),
  )
  return digests.join('').slice(0, length)
}

const fit = (packet: string, tree: string) => {
  const handOver = { ...emptyHandOver, tree, rootProof: JSON.stringify('proof') }
  return fitPacketLink(
    { text: JSON.stringify({ packet }), handOver, witness: null },
    base,
    maxCodeLength,
  )
}

test('law: a link for one code keeps what fits, and names what it leaves out', async () => {
  const whole = await fit('', '{}')
  expect(whole?.leftOut).toEqual([])
  const withoutTree = await fit('', JSON.stringify(noise(6_000)))
  expect(withoutTree?.leftOut).toEqual(['the tree'])
  expect(withoutTree?.link.length).toBeLessThanOrEqual(maxCodeLength)
})

test('refuses: a packet that no code has room for gives no link', async () => {
  expect(await fit(noise(6_000), '{}')).toBeNull()
})
