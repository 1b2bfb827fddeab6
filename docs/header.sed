# Comments of the header as Doxygen reads them: headings begin groups, and "Errors:" a paragraph.
1s,.*,/** @defgroup contract The contract\n@{,
s,^/\* ---- (\w+)(.*) ---- \*/$,/** @} */ /** @defgroup \1 \1\2\n@{ */,
s,^( *)/\* ,\1/** ,
s,([^ /].*[^ ]) +/\* ,\1 /**< ,
s,Errors: ,\n@par Errors\n,
s,Errors:$,\n@par Errors,
$s,$, /** @} */,
