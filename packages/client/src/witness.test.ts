import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fetchWitness } from './witness.ts'

const witness_url = 'https://vaults.example/simulations/i/witness'
const proofOf = (text: string) => ({ witness_url, bytes: new TextEncoder().encode(text).length })

test('law: the text comes as it was sent, whatever it is, and no key goes with the question', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const requests: [string, RequestInit][] = []
      const fetch = async (url: string, init: RequestInit) => {
        requests.push([url, init])
        return new Response(text)
      }
      expect(await fetchWitness(proofOf(text), { fetch })).toBe(text)
      expect(requests).toMatchObject([
        [
          witness_url,
          { redirect: 'manual', credentials: 'omit', headers: { accept: 'application/json' } },
        ],
      ])
      expect(JSON.stringify(requests)).not.toMatch(/authorization/i)
    }),
  )
})

test('refuses: a status other than 200, a redirect among them, and another number of bytes', async () => {
  for (const [status, reason] of [
    [404, 'status 404'],
    [503, 'status 503'],
    [302, 'status 302'],
  ] as const) {
    const fetch = async () => new Response('{}', { status })
    await expect(fetchWitness(proofOf('{}'), { fetch })).rejects.toMatchObject({
      code: 'witness_unavailable',
      message: expect.stringContaining(reason),
    })
  }
  const fetch = async () => new Response('{}')
  await expect(fetchWitness(proofOf('{ }'), { fetch })).rejects.toMatchObject({
    message: expect.stringContaining('2 bytes instead of 3'),
  })
})
