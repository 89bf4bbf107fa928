import { Dialog } from '../part/dialog.tsx'
import styles from './shell.module.css'

/** The keys that work everywhere. */
export function KeyHelp(props: {
  readonly screens: readonly { readonly key: string; readonly name: string }[]
  readonly close: () => void
}) {
  const keys = [
    ['?', 'this list'],
    ['Ctrl K', 'search or jump'],
    ['/', 'search on this screen'],
    ['c', 'copy the address of the vault'],
    ...props.screens.map(({ key, name }) => [`g ${key}`, name] as const),
    ['↑ ↓ Home End PageUp PageDown', 'rows of a table'],
    ['Enter', 'open what is selected'],
    ['Esc', 'close a dialog'],
  ] as const
  return (
    <Dialog title="Keys" isOpen close={props.close}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
