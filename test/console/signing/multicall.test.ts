import type { Address } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { closeQuietly, openPage, violationsOf } from '../support/console-page.ts'
import { packetWith } from './packet.ts'

/** The copy that opens from a disk, out of the build. */
const diskPage = new URL('../../../packages/console/dist/offline/index.html', import.meta.url).href
const token: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const spender: Address = '0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A'

test('law: a call of Multicall3 inside a batch shows each call that it makes', async () => {
  const amounts = [7n, 123_456n]
  const calls = amounts.map((amount) => ({
    target: token,
    allowFailure: true,
    callData: encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [spender, amount],
    }),
  }))
  const call = { abi: multicall3Abi, functionName: 'aggregate3', args: [calls] } as const
  const batch = { target: multicall3Address, value: 0n, decoder: spender, proof: [] }
  const data = encodeManage([{ ...batch, data: encodeFunctionData(call) }])
  const opened = await openPage()
  const { page } = opened
  await page.goto(`${diskPage}#/sign`)
  await page.getByLabel('Or paste it').fill(packetWith({ data }))
  await page.getByRole('button', { name: 'Open what I pasted' }).click()
  const list = page.getByRole('list', { name: 'Calls of Multicall3' })
  await list.waitFor()
  const rows = await list.getByRole('listitem').allTextContents()
  // The call itself, and the two that it makes.
  expect(rows).toHaveLength(3)
  expect(rows[0]).toContain('Multicall3: aggregate3, 2 calls')
  for (const [index, amount] of amounts.entries()) {
    expect(rows[index + 1]).toContain('Approve')
    expect(rows[index + 1]).toContain(String(amount))
  }
  expect(await violationsOf(page)).toEqual([])
  await closeQuietly(opened)
})
