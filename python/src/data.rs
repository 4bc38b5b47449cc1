//! JSON values as Python objects, for data with many fields: laws, sources, events.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use serde_json::Value;

/// A JSON value as the Python object that `json.loads` would make of it.
pub(crate) fn object<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    match value {
        Value::Null => Ok(py.None().into_bound(py)),
        Value::Bool(flag) => flag.into_bound_py_any(py),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => number.into_bound_py_any(py),
            (None, Some(number)) => number.into_bound_py_any(py),
            (None, None) => number.as_f64().into_bound_py_any(py),
        },
        Value::String(text) => text.into_bound_py_any(py),
        Value::Array(items) => list(py, items.iter().cloned()),
        Value::Object(entries) => {
            let dict = PyDict::new(py);
            for (key, value) in entries {
                dict.set_item(key, object(py, value)?)?;
            }
            Ok(dict.into_any())
        }
    }
}

/// A Python list of JSON values.
pub(crate) fn list<'py>(
    py: Python<'py>,
    values: impl IntoIterator<Item = Value>,
) -> PyResult<Bound<'py, PyAny>> {
    let items: Vec<_> = values.into_iter().map(|value| object(py, &value)).collect::<PyResult<_>>()?;
    Ok(PyList::new(py, items)?.into_any())
}

/// What `json.dumps` makes of a Python object, as a JSON value.
///
/// # Errors
/// It holds what JSON cannot.
pub(crate) fn value(given: &Bound<'_, PyAny>) -> PyResult<Value> {
    let text: String = given.py().import("json")?.call_method1("dumps", (given,))?.extract()?;
    serde_json::from_str(&text).map_err(|error| pyo3::exceptions::PyValueError::new_err(error.to_string()))
}
