import { expect, test } from 'vitest'
import { checksumOf, migrations } from './list.ts'
import { assertKnown } from './run.ts'

const applied = (kind: 'sqlite' | 'postgres') =>
  migrations.map((migration) => ({
    id: migration.id,
    name: migration.name,
    appliedAtUnix: 1n,
    checksum: checksumOf(migration, kind),
  }))

test('golden: a released migration is never changed', () => {
  const checksums = migrations.map((one) => [
    one.id,
    one.name,
    checksumOf(one, 'sqlite').slice(0, 16),
    checksumOf(one, 'postgres').slice(0, 16),
  ])
  expect(checksums).toEqual([
    [1, 'first', '7dd3c7b204020478', '9ef59b85a3838b18'],
    [2, 'audit-insert', 'a1bb8b343b51c198', 'f6d8ee4a8a0fd397'],
    [3, 'reading', 'd0fc1cb5cabe6c55', '2c25bb787d397501'],
    [4, 'chain-slug', '4d88cc068b3dba1b', '4d88cc068b3dba1b'],
    [5, 'session', '578bfbd0b5796c15', '10e5f7493f4c045d'],
    [6, 'swap', 'af628c4ab03b4085', '3a6ee5733426c236'],
    [7, 'svm', '5a08966b152d9314', '6ed3a37475c0340e'],
    [8, 'witness', '456dad3fef00af3f', '770395a483ef548b'],
    [9, 'state-pack', '0e9560cf6c5f5b58', 'e80285d32350e6cb'],
    [10, 'identity', '59e24fa2181ec479', '1ea814aa21555e26'],
    [11, 'nav', '839f08a56c9cc0b8', '13dfdac1abc82a2f'],
    [12, 'allowance', '6409f8043503a0fc', '9066dfe713c4c53c'],
    [13, 'safe', 'e6800f366a25e4a4', '34a6dbbb539eef81'],
    [14, 'account-name', 'b0dcccdb8373ab07', '12897b0f8a4eb6ed'],
    [15, 'review', 'ef8289b5e9daa726', '30222c6093d52bcc'],
    [16, 'execution', '8047a7655e72c20a', '7b20b5cac2ed6bf4'],
    [17, 'control', 'b1d7270825ee238f', 'cc2850aa14795d23'],
    [18, 'safe-look', 'd92b5644061a58ec', '69161e9264296485'],
    [19, 'vault-review', '8fdacb97e681cd36', 'c60810ad2770e37c'],
    [20, 'worth-bounds', '77b651c60255002d', '36f59b0d2a80d989'],
    [21, 'withdraw-queue', 'f958d236002b48dc', 'dbf5067537111402'],
  ])
})

test('default: migrations are numbered from 1, and what they made is known', () => {
  expect(migrations.map(({ id }) => id)).toEqual(migrations.map((_, index) => index + 1))
  for (const kind of ['sqlite', 'postgres'] as const) {
    expect(() => assertKnown(kind, applied(kind))).not.toThrow()
    expect(() => assertKnown(kind, [])).not.toThrow()
  }
})

test('error: MigrationMismatchError for a changed, an unknown and a newer one', () => {
  const [first] = applied('sqlite')
  const newer = { ...first!, id: migrations.length + 1 }
  const cases = [
    [[{ ...first!, checksum: '0' }], 'changed'],
    [[{ ...first!, name: 'other' }], 'changed'],
    [[{ ...first!, id: 0 }], 'unknown'],
    [[...applied('sqlite'), newer], 'newer'],
    [applied('postgres'), 'changed'],
  ] as const
  for (const [rows, reason] of cases) {
    expect(() => assertKnown('sqlite', rows)).toThrow(
      expect.objectContaining({
        code: 'migration_mismatch',
        facts: expect.objectContaining({ why: reason }),
      }),
    )
  }
})
