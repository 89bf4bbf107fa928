import type { MetricsSnapshot } from '@vaultwright/wire'
import { expect, test } from 'vitest'
import { balanceText, vaultBalanceOf, worthText } from './vault-balance.ts'

const snapshot = {
  chain: 'mainnet',
  base_asset: 'WETH',
  as_of: '2026-11-28T00:00:00Z',
  prices: { mainnet: { USDC: '0.0005' } },
  positions: [
    { protocol: 'idle', asset: 'USDC', balance: '12500.5' },
    { protocol: 'aave_v3', asset: 'USDC', balance: '9' },
    { protocol: 'idle', asset: 'DAI', balance: '1' },
    { protocol: 'idle', asset: 'DAI', balance: '2' },
  ],
} as unknown as MetricsSnapshot

test('golden: a balance has its day, and an amount its worth in the base asset', () => {
  const balance = vaultBalanceOf(snapshot, 'USDC')
  expect(balanceText(balance!, 'USDC')).toBe(
    '12,500.5 USDC in the vault when it was counted on 2026-11-28',
  )
  expect(worthText('3000', balance, 'USDC')).toBe('≈ 1.5 WETH')
})

test('refuses: a balance of two tokens of one name, and a worth of no number', () => {
  expect(vaultBalanceOf(snapshot, 'DAI')).toBeNull()
  expect(vaultBalanceOf(snapshot, 'WBTC')).toBeNull()
  expect(worthText('1e3', vaultBalanceOf(snapshot, 'USDC'), 'USDC')).toBeNull()
})
