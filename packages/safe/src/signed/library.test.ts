import { expect, test } from 'vitest'
import {
  isWithoutCodeOn,
  multiSendLibraries,
  multiSendLibraryOf,
  usualMultiSendOf,
} from './library.ts'

test.each([
  ['1.0.0', 'MultiSend 1.1.1', 'MultiSend 1.1.1'],
  ['1.2.0', 'MultiSend 1.1.1', 'MultiSend 1.1.1'],
  ['1.3.0+L2', 'MultiSendCallOnly 1.3.0', 'MultiSend 1.3.0'],
  ['1.4.0', 'MultiSendCallOnly 1.3.0', 'MultiSend 1.3.0'],
  ['1.4.1', 'MultiSendCallOnly 1.4.1', 'MultiSend 1.4.1'],
  ['1.5.0', 'MultiSendCallOnly 1.5.0', 'MultiSend 1.5.0'],
])('golden: what the web app takes for a Safe %s', (version, calls, delegates) => {
  const textOf = ({ name, version: own }: ReturnType<typeof usualMultiSendOf>) => `${name} ${own}`
  expect(textOf(usualMultiSendOf(version))).toBe(calls)
  expect(textOf(usualMultiSendOf(version, 'MultiSend'))).toBe(delegates)
})

test('law: a library is found by its address in either case, and no other account is one', () => {
  const { address } = usualMultiSendOf('1.4.1')
  expect(multiSendLibraryOf(address.toLowerCase() as typeof address)?.address).toBe(address)
  expect(multiSendLibraryOf('0x1111111111111111111111111111111111111111')).toBe(null)
})

test('law: a library has code on chains of one machine alone, and the usual ones are of the common machine', () => {
  for (const library of multiSendLibraries) {
    expect([isWithoutCodeOn(library, 1), isWithoutCodeOn(library, 324)]).toEqual(
      library.isForZkSync === true ? [true, false] : [false, true],
    )
  }
  expect(multiSendLibraries.filter(({ isForZkSync }) => isForZkSync === true)).toHaveLength(4)
  for (const version of ['1.1.1', '1.3.0', '1.4.1', '1.5.0'])
    expect(isWithoutCodeOn(usualMultiSendOf(version), 1), version).toBe(false)
})
