import { protocols } from '@vaultwright/protocols'
import { expect, test } from 'vitest'
import { definitionSchema } from './json-schema.ts'
import { usesOf } from './parameter-use.ts'
import { entryKeys } from './permission-schema.ts'

test('behavior: every protocol with actions has an entry, and strangers are refused', () => {
  const { $defs } = definitionSchema() as { $defs: { [name: string]: { [key: string]: unknown } } }
  for (const { name } of protocols.filter(({ actions }) => actions.length > 0)) {
    expect($defs[name]).toMatchObject({ additionalProperties: false, required: ['protocol'] })
  }
})

test('behavior: no parameter is called like a key of every entry', () => {
  const taken = protocols.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      [...usesOf(action).keys()]
        .filter((name) => Object.hasOwn(entryKeys, name) || name === 'leaf')
        .map((name) => `${action.route} ${name}`),
    ),
  )
  expect(taken).toEqual([])
})
