// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice Rebasing ERC-20: balances are shares of a pool, and only shares are stored.
/// @dev A transfer of `amount` moves `sharesOf(amount)` rounded down, so balances may change by a wei less than logged.
abstract contract SharesToken {
    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event TransferShares(address indexed from, address indexed to, uint256 sharesValue);

    error ZeroReceiver();
    error BalanceExceeded();
    error AllowanceExceeded();

    uint8 public constant decimals = 18;

    uint256 internal _totalShares;
    mapping(address => uint256) internal _shares;
    mapping(address => mapping(address => uint256)) public allowance;

    /// @dev Ether that all shares together stand for.
    function _pooled() internal view virtual returns (uint256);

    function totalSupply() external view returns (uint256) {
        return _pooled();
    }

    function balanceOf(address account) external view returns (uint256) {
        return _toAmount(_shares[account]);
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed != type(uint256).max) {
            if (allowed < amount) revert AllowanceExceeded();
            allowance[from][msg.sender] = allowed - amount;
        }
        _move(from, to, amount);
        return true;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function _toAmount(uint256 shares) internal view returns (uint256) {
        return _totalShares == 0 ? shares : shares * _pooled() / _totalShares;
    }

    function _toShares(uint256 amount) internal view returns (uint256) {
        uint256 pooled = _pooled();
        return pooled == 0 || _totalShares == 0 ? amount : amount * _totalShares / pooled;
    }

    function _move(address from, address to, uint256 amount) internal {
        uint256 shares = _toShares(amount);
        if (to == address(0) || to == address(this)) revert ZeroReceiver();
        if (_shares[from] < shares) revert BalanceExceeded();
        _shares[from] -= shares;
        _shares[to] += shares;
        emit Transfer(from, to, amount);
        emit TransferShares(from, to, shares);
    }

    function _mintShares(address to, uint256 shares) internal {
        _totalShares += shares;
        _shares[to] += shares;
    }

    function _burnShares(address from, uint256 shares) internal {
        if (_shares[from] < shares) revert BalanceExceeded();
        _shares[from] -= shares;
        _totalShares -= shares;
    }
}
