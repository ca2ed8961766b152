import React from 'react';

/** The widget. `table` stands inside until it is there: without JavaScript and in feeds it stays. */
export default function Headroom({table, ...given}) {
  return <headroom-plan {...given} dangerouslySetInnerHTML={{__html: table}} />;
}
