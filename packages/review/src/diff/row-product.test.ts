import fc from 'fast-check'
import { expect, test } from 'vitest'
import { productsOf, rowsOfProduct } from './row-product.ts'

type Rows = readonly (readonly string[])[]
const keysOf = (rows: Rows) => rows.map((row) => row.join()).sort()
const shapeOf = (rows: Rows) =>
  productsOf(rows).map(({ dimensions }) => dimensions.map(({ tuples }) => tuples.length))

test('law: products share no row and together are all rows', () => {
  const row = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 4, maxLength: 4 })
  fc.assert(
    fc.property(fc.uniqueArray(row, { selector: (each) => each.join(), maxLength: 40 }), (rows) => {
      const products = productsOf(rows)
      expect(keysOf(products.flatMap((product) => rowsOfProduct(product, 4)))).toEqual(keysOf(rows))
      expect(products.flatMap((product) => product.rows).sort((a, b) => a - b)).toEqual([
        ...rows.keys(),
      ])
      for (const product of products) {
        expect(keysOf(rowsOfProduct(product, 4))).toEqual(
          keysOf(product.rows.map((index) => rows[index]!)),
        )
      }
    }),
  )
})

test('golden: constants, values that change together, and every combination are one product', () => {
  const tokens = ['usdc', 'dai', 'weth']
  const spenders = ['router', 'pool']
  const cross = tokens.flatMap((token) => spenders.map((spender) => ['f', token, token, spender]))
  const [product, ...further] = productsOf(cross)
  expect(further).toEqual([])
  expect(product!.dimensions.map(({ columns, tuples }) => [columns, tuples.length])).toEqual([
    [[0], 1],
    [[1, 2], 3],
    [[3], 2],
  ])
})

test('golden: one new token that trades with each of many is two products', () => {
  const old = ['a', 'b', 'c', 'd', 'e']
  const rows = [...old.map((each) => ['new', each]), ...old.map((each) => [each, 'new'])]
  expect(shapeOf(rows).sort()).toEqual([
    [1, 5],
    [5, 1],
  ])
})

test('golden: all ordered pairs are no product but one list', () => {
  const tokens = ['a', 'b', 'c', 'd', 'e', 'f']
  const pairs = tokens.flatMap((one) =>
    tokens.filter((other) => other !== one).map((other) => [one, other]),
  )
  expect(shapeOf(pairs)).toEqual([[30]])
})

test('refuses: no rows are no product', () => {
  expect(productsOf([])).toEqual([])
})
