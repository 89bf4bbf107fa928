import { expect, test } from 'vitest'
import { protocols } from './protocol-list.generated.ts'
import { protocolTitleOf } from './protocol-title.ts'

test('law: every protocol has the title that it gives itself', () => {
  expect(protocols.map(({ name }) => protocolTitleOf(name))).toEqual(
    protocols.map(({ title }) => title),
  )
})

test('golden: what is no protocol is written as words', () => {
  expect(['erc_20', 'idle', 'some_venue', 'toString'].map(protocolTitleOf)).toEqual([
    protocols.find(({ name }) => name === 'erc_20')!.title,
    'Idle',
    'Some venue',
    'ToString',
  ])
})
