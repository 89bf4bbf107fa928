import { expect, test } from 'vitest'
import { askWallet, type WalletError, walletIn } from './wallet.ts'

const provider = { request: async () => null }
const info = {
  uuid: 'one',
  name: 'Wallet',
  rdns: 'org.example',
  icon: 'data:image/png;base64,AA==',
}

test('golden: an announcement gives a wallet with its name as text and its image', () => {
  expect(walletIn({ info, provider })).toEqual({
    id: 'one',
    name: 'Wallet',
    domain: 'org.example',
    icon: info.icon,
    provider,
  })
})

test('refuses: what is no announcement, and images and names that are not plain', () => {
  for (const detail of [null, 7, {}, { info }, { info: { ...info, uuid: 1 }, provider }])
    expect(walletIn(detail)).toBeNull()
  for (const icon of [
    'https://x.example/i.png',
    'data:text/html,<b>',
    `data:image/png,${'A'.repeat(2e5)}`,
  ])
    expect(walletIn({ info: { ...info, icon }, provider })?.icon).toBeNull()
  const turned = walletIn({ info: { ...info, name: `a\u202eb${'c'.repeat(90)}` }, provider })
  expect(turned?.name).toBe(`ab${'c'.repeat(38)}`)
})

test('refuses: an error of a wallet, by its code, with its text made plain', async () => {
  const failing = (code: unknown) => ({
    provider: { request: () => Promise.reject(Object.assign(new Error('no\u0000pe'), { code })) },
  })
  const codes = await Promise.all(
    [4001, 4902, -32603, undefined].map((code) =>
      askWallet(failing(code), 'eth_chainId').catch((error: unknown) => error),
    ),
  )
  expect(codes.map((error) => (error as WalletError).facts.reason)).toEqual([
    'refused',
    'chain_unknown',
    'failed',
    'failed',
  ])
  expect((codes[0] as WalletError).message).toBe(
    'You refused in the wallet. Nothing was sent. (nope)',
  )
})
