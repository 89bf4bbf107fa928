import { printHex } from '@vaultwright/base'
import type { SvmInstructionDescription } from '@vaultwright/svm-builder'
import { Hash } from '../../part/hash.tsx'
import { Table } from '../../part/table.tsx'
import { Term } from '../../part/text/term.tsx'
import styles from '../../style/fact.module.css'

/** An instruction as its program reads it: name, arguments, accounts with their flags, data. */
export function InstructionView({
  description,
  label,
  isOpen = false,
}: {
  readonly description: SvmInstructionDescription
  /** The name of the table of accounts. */
  readonly label: string
  /** True if accounts and data are shown at once. */
  readonly isOpen?: boolean
}) {
  const { program, accounts, data, extraBytes, arguments: values } = description
  return (
    <>
      {values.length === 0 ? null : (
        <dl className={styles.terms}>
          {values.map(({ name, value }) => (
            <Term key={name} name={name}>
              <code>{value}</code>
            </Term>
          ))}
        </dl>
      )}
      {extraBytes === 0 ? null : (
        <p className={styles.look}>{extraBytes} bytes follow that this page does not read.</p>
      )}
      <details className={styles.more} open={isOpen}>
        <summary>
          {accounts.length} accounts, {data.length} bytes of data
        </summary>
        <p>
          Program <Hash value={program} />
        </p>
        <Table name={`Accounts of ${label}`} head={['No.', 'Part', 'Address', 'Flags']}>
          {accounts.map(({ name, address, isSigner, isWritable }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: an account may stand in it twice, the order counts
            <tr key={index}>
              <td>{index}</td>
              <td>{name ?? 'without a name'}</td>
              <td>
                <Hash value={address} />
              </td>
              <td>
                {[isSigner ? 'signs' : null, isWritable ? 'written' : 'read']
                  .filter(Boolean)
                  .join(', ')}
              </td>
            </tr>
          ))}
        </Table>
        <p className="wrap">
          Data <code>{data.length === 0 ? 'none' : printHex(data).slice(2)}</code>
        </p>
      </details>
    </>
  )
}

/** The title of an instruction: its program and its name, or the program's address. */
export function titleOfInstruction(description: SvmInstructionDescription): string {
  const { program, programName, name } = description
  if (programName === null) return `unknown program ${program}`
  return `${programName}: ${name ?? 'unknown instruction'}`
}
