import type { Address } from '@vaultwright/base'
import { encodeManage } from '@vaultwright/manager'
import { decodeCalldata } from '@vaultwright/operations'
import { callContextOf } from '@vaultwright/protocols'
import { multicall3Abi, multicall3Address } from '@vaultwright/registry'
import { encodeFunctionData, erc20Abi } from 'viem'
import { expect, test } from 'vitest'
import { plain } from '../terminal/style.ts'
import { decodedJsonOf, printDecoded } from './decoded.ts'

const token: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const spender: Address = '0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A'
const callData = encodeFunctionData({
  abi: erc20Abi,
  functionName: 'approve',
  args: [spender, 5n],
})
const data = encodeFunctionData({
  abi: multicall3Abi,
  functionName: 'aggregate3',
  args: [[{ target: token, allowFailure: true, callData }]],
})
const batch = encodeManage([
  { target: multicall3Address, data, value: 0n, decoder: spender, proof: [] },
])
const naming = callContextOf(1, null)

test('golden: the calls of Multicall3 inside a batch are printed below it, with what they mean', () => {
  const decoded = decodeCalldata(batch, undefined)
  const text = [...printDecoded(decoded, naming, plain)].join('')
  expect(text).toMatchInlineSnapshot(`
    "manageVaultWithMerkleVerification, 1 call
      call 0  0x82ad56cb (324 bytes)
        target   0xcA11bde05977b3631167028862bE2a173976CA11
        decoder  0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A
        proof    0 digests
        Multicall3: aggregate3, 1 call on 0xcA11bde05977b3631167028862bE2a173976CA11
          Warning: Multicall3 is called, not borrowed: it makes these calls as itself, not as the account that calls it.
          Warning: The others are made even if call 0 fails: the transaction then succeeds without it.
          0  call 0x095ea7b3 (68 bytes) on 0x6B175474E89094C44Da98b954EedeAC495271d0F
            Approve 0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A to spend 0.000000000000000005 DAI
              spender  0x5a5A5a5a5A5a5a5a5a5A5a5A5A5a5a5A5A5A5A5A
              amount   0.000000000000000005 DAI (5)
    "
  `)
  expect(decodedJsonOf(decoded, naming)).toMatchObject({
    calls: [
      { multicall: { kind: 'multicall', calls: [{ path: '0', to: token, data: callData }] } },
    ],
  })
})
