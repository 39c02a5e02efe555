/**
 * Before 0.3.0 nothing was released, and its schema starts over. What an older checkout wrote is refused. A backup of the last one is
 * restored, because its list of migrations says which tables it has.
 */
const LAST_COMMIT = 'cb947b016ea18930a1d60ccb1d74c3c1a8767de3'

/** The newest migration of that commit. A backup with it has the tables of the baseline and those of `DROPPED_COLUMNS`. */
export const LAST_OLDER_MIGRATION = '0202_required_two_factor.sql'

/** One line: what it is, the last commit that opens it, and how to take the data along. */
export const refuseOlderCheckout = (what: string): string =>
  `${what} was made by a checkout older than 0.3.0. The last commit that opens it is ${LAST_COMMIT}: start that one, run its "sitewatch backup", ` +
  'and restore the backup with this version into an empty database and an empty data folder (docs/upgrading.md).'
