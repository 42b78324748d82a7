//! Arithmetic on the numbers of a report: `1000 * caches.l1d.misses / instructions`.

use std::fmt;

/// A number, a name, or a sum, difference, product or quotient of such.
#[derive(Debug, Clone, PartialEq)]
pub struct Expression {
    text: String,
    root: Node,
}

#[derive(Debug, Clone, PartialEq)]
enum Node {
    Number(f64),
    Name(String),
    Operation(char, Box<Node>, Box<Node>),
}

/// A text that is no expression.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{text}\" is no number: {why} at column {column}; write names of numbers with + - * / and parentheses"
)]
pub struct ExpressionError {
    text: String,
    why: &'static str,
    column: usize,
}

/// Most characters of a text that an error quotes.
const QUOTED: usize = 200;
/// How deep parentheses may lie in each other.
const DEEPEST: usize = 32;
/// Most operations: a chain of them is a tree as deep as it is long, and is evaluated and dropped by recursion.
const MOST: usize = 1000;

impl Expression {
    /// Reads an expression. A name is a dotted path into a report, an event, or a derived metric.
    ///
    /// # Errors
    /// [`ExpressionError`] with the place of what is wrong.
    pub fn parse(text: &str) -> Result<Self, ExpressionError> {
        let mut parser = Parser {
            text,
            place: 0,
            depth: 0,
            operations: 0,
        };
        let root = parser.sum()?;
        match parser.peek() {
            None => Ok(Self {
                text: text.to_owned(),
                root,
            }),
            Some(_) => Err(parser.error("something follows that does not belong there")),
        }
    }

    /// The expression that is one name, which is not looked at.
    pub(crate) fn name(name: String) -> Self {
        Self {
            root: Node::Name(name.clone()),
            text: name,
        }
    }

    /// Its name, if it is nothing but one.
    #[must_use]
    pub(crate) fn only_name(&self) -> Option<&str> {
        match &self.root {
            Node::Name(name) => Some(name),
            _ => None,
        }
    }

    /// The names in it, in order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        fn collect<'a>(node: &'a Node, names: &mut Vec<&'a str>) {
            match node {
                Node::Number(_) => {}
                Node::Name(name) => names.push(name),
                Node::Operation(_, left, right) => {
                    collect(left, names);
                    collect(right, names);
                }
            }
        }
        let mut names = Vec::new();
        collect(&self.root, &mut names);
        names
    }

    /// Its value, with `number` for the value of a name; `None` when a name has none, a divisor is 0, or the value is larger
    /// than floating point holds.
    pub fn value(&self, number: &mut dyn FnMut(&str) -> Option<f64>) -> Option<f64> {
        fn value(node: &Node, number: &mut dyn FnMut(&str) -> Option<f64>) -> Option<f64> {
            match node {
                Node::Number(value) => Some(*value),
                Node::Name(name) => number(name),
                Node::Operation(sign, left, right) => {
                    let (left, right) = (value(left, number)?, value(right, number)?);
                    match sign {
                        '+' => Some(left + right),
                        '-' => Some(left - right),
                        '*' => Some(left * right),
                        _ => (right != 0.0).then(|| left / right),
                    }
                }
            }
        }
        value(&self.root, number).filter(|value| value.is_finite())
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

struct Parser<'a> {
    text: &'a str,
    /// Byte of what comes next.
    place: usize,
    depth: usize,
    operations: usize,
}

impl<'a> Parser<'a> {
    fn error(&self, why: &'static str) -> ExpressionError {
        let mut text: String = self.text.chars().take(QUOTED).collect();
        if text.len() < self.text.len() {
            text.push_str("...");
        }
        ExpressionError {
            text,
            why,
            column: self.text[..self.place].chars().count() + 1,
        }
    }

    /// The next letter that is no blank.
    fn peek(&mut self) -> Option<char> {
        let rest = &self.text[self.place..];
        self.place += rest.len() - rest.trim_start().len();
        self.text[self.place..].chars().next()
    }

    fn take(&mut self, letters: &[char]) -> Option<char> {
        let next = self.peek().filter(|next| letters.contains(next))?;
        self.place += next.len_utf8();
        Some(next)
    }

    /// The sign of one more operation, if one of `signs` follows.
    fn operation(&mut self, signs: &[char]) -> Result<Option<char>, ExpressionError> {
        let sign = self.take(signs);
        self.operations += usize::from(sign.is_some());
        match self.operations > MOST {
            true => Err(self.error("there are too many operations")),
            false => Ok(sign),
        }
    }

    fn sum(&mut self) -> Result<Node, ExpressionError> {
        let mut left = self.product()?;
        while let Some(sign) = self.operation(&['+', '-'])? {
            left = Node::Operation(sign, Box::new(left), Box::new(self.product()?));
        }
        Ok(left)
    }

    fn product(&mut self) -> Result<Node, ExpressionError> {
        let mut left = self.factor()?;
        while let Some(sign) = self.operation(&['*', '/'])? {
            left = Node::Operation(sign, Box::new(left), Box::new(self.factor()?));
        }
        Ok(left)
    }

    fn factor(&mut self) -> Result<Node, ExpressionError> {
        if self.take(&['(']).is_some() {
            self.depth += 1;
            if self.depth > DEEPEST {
                return Err(self.error("the parentheses are too deep"));
            }
            let inner = self.sum()?;
            self.depth -= 1;
            return match self.take(&[')']) {
                Some(_) => Ok(inner),
                None => Err(self.error("a parenthesis is not closed")),
            };
        }
        self.peek();
        let rest: &'a str = &self.text[self.place..];
        let end = rest
            .find(|letter: char| !letter.is_alphanumeric() && !"_.".contains(letter))
            .unwrap_or(rest.len());
        let word = &rest[..end];
        let node = match word.chars().next() {
            None => return Err(self.error("a number or a name is missing")),
            Some(first) if first.is_ascii_digit() => match word.replace('_', "").parse() {
                Ok(number) => Node::Number(number),
                Err(_) => return Err(self.error("the number cannot be read")),
            },
            Some(_) => Node::Name(word.to_owned()),
        };
        self.place += end;
        Ok(node)
    }
}

#[cfg(test)]
mod tests {
    use super::Expression;

    fn value(text: &str) -> Option<f64> {
        let mut number = |name: &str| match name {
            "a.b" => Some(6.0),
            "c" => Some(4.0),
            "zero" => Some(0.0),
            _ => None,
        };
        Expression::parse(text).unwrap().value(&mut number)
    }

    #[test]
    fn products_bind_before_sums_and_both_from_the_left() {
        assert_eq!(value("1_000 * a.b / c"), Some(1500.0));
        assert_eq!(value("a.b - c - 1"), Some(1.0));
        assert_eq!(value("1+c*2"), Some(9.0));
        assert_eq!(value("(1 + c) * 2"), Some(10.0));
        assert_eq!(value("a.b/c"), Some(1.5));
    }

    #[test]
    fn a_long_sum_is_evaluated() {
        assert_eq!(value(&format!("1{}", "+1".repeat(1000))), Some(1001.0));
    }

    #[test]
    fn a_missing_name_and_a_divisor_of_zero_have_no_value() {
        assert_eq!(value("a.b + other"), None);
        assert_eq!(value("a.b / zero"), None);
        assert_eq!(value("1e308 * 1e308 * zero"), None);
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        for (text, why) in [
            ("", "missing at column 1"),
            ("a +", "missing at column 4"),
            ("(a", "not closed at column 3"),
            ("a b", "does not belong there at column 3"),
            ("1x2", "cannot be read at column 1"),
            (&"(".repeat(100), "too deep at column 34"),
            (&"1+".repeat(100_000), "too many operations at column 2003"),
            (&"1*".repeat(100_000), "too many operations at column 2003"),
        ] {
            let error = Expression::parse(text).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
            assert!(error.len() < 400, "{error}");
        }
    }
}
