import { encodeFunctionData, parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { namedCallOf } from './named-call.ts'

const account = '0x1111111111111111111111111111111111111111'
const otherAddress = '0x2222222222222222222222222222222222222222'

test.each([
  ['transfer(address to, uint256 amount)', 'transfer', [account, 5n], undefined],
  ['approve(address spender, uint256 amount)', 'approve', [account, 5n], undefined],
  [
    'transferFrom(address from, address to, uint256 amount)',
    'transferFrom',
    [account, otherAddress, 7n],
    { from: account, to: otherAddress, amount: 7n },
  ],
])('golden: %s as viem encodes it', (signature, functionName, args, named) => {
  const abi = parseAbi([`function ${signature}`] as readonly string[])
  const data = encodeFunctionData({ abi, functionName, args } as never)
  const call = namedCallOf(data)
  expect(call.function?.replace(/ \w+(?=[,)])/g, '')).toBe(signature.replace(/ \w+(?=[,)])/g, ''))
  expect(Object.values(call.arguments!)).toEqual(args)
  if (named !== undefined) expect(call.arguments).toEqual(named)
})

test('golden: a function of the Manager, and one that no rule and no list has', () => {
  const abi = parseAbi(['function setManageRoot(address strategist, bytes32 root)'])
  const root = `0x${'ab'.repeat(32)}` as const
  const data = encodeFunctionData({ abi, args: [account, root] })
  const { function: name, arguments: values } = namedCallOf(data)
  expect(name).toMatch(/^setManageRoot\(address \w+, bytes32 \w+\)$/)
  expect(Object.values(values!)).toEqual([account, root])
  expect(namedCallOf('0xdeadbeef')).toEqual({ function: null, arguments: null })
})

test('behavior: a call that is too short for its function is named without arguments', () => {
  expect(namedCallOf('0xA9059CBB00')).toMatchObject({ arguments: null })
  expect(namedCallOf('0xa9059cbb00').function).toMatch(/^transfer\(address/)
})
