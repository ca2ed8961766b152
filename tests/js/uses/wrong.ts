// What the types have to refuse: under each comment stands one mistake, and a line without an error is an error.
import { csv, decode, encode, estimate, plan, read, schema, HeadroomError, type Settings } from "headroom-planner";
import { loadWords, render } from "headroom-planner/words";

// @ts-expect-error A number is no input.
estimate(4096);
// @ts-expect-error Neither is nothing.
estimate();
// @ts-expect-error A setting is no object.
export const settings: Settings = { s: { tokens: 4096 } };
// @ts-expect-error A misspelt option.
estimate({}, { leniant: true });
// @ts-expect-error An option of the wrong type.
plan({}, { lenient: "yes" });
// @ts-expect-error A comparison has no verdict of its own.
estimate("#s=4096").verdict;
// @ts-expect-error The time may be unknown.
plan({}).recommended?.time.hours;
// @ts-expect-error There may be no plan at all.
plan({}).recommended.link;
// @ts-expect-error Bytes are numbers.
export const bytes: string = plan({}).rejected[0]!.needed_bytes;
// @ts-expect-error There is no such table.
csv({}, { of: "models" });
// @ts-expect-error A link is decoded, settings are encoded.
decode({ s: 4096 });
// @ts-expect-error And not the other way round.
encode("#s=4096");
// @ts-expect-error A document is read as text.
read({});
// @ts-expect-error No such field.
schema().fields;
// @ts-expect-error No such state.
export const odd: boolean = plan({}).minimum?.verdict.state === "maybe";
// @ts-expect-error No such kind of error.
export const kind = (error: HeadroomError): boolean => error.kind === "network";
// @ts-expect-error No such language.
loadWords("de");
// @ts-expect-error No such format.
render({}, "pdf");
// @ts-expect-error No such unit.
render({}, "md", { unit: "mb" });
