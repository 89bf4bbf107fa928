// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct SendParam {
    uint32 dstEid;
    bytes32 to;
    uint256 amountLD;
    uint256 minAmountLD;
    bytes extraOptions;
    bytes composeMsg;
    bytes oftCmd;
}

struct MessagingFee {
    uint256 nativeFee;
    uint256 lzTokenFee;
}

struct MessagingReceipt {
    bytes32 guid;
    uint64 nonce;
    MessagingFee fee;
}

struct OFTReceipt {
    uint256 amountSentLD;
    uint256 amountReceivedLD;
}

/// @notice LayerZero-like sending: a peer per endpoint, six shared decimals, a flat native fee.
abstract contract OFTCore {
    address public immutable owner;
    uint256 public immutable decimalConversionRate;
    uint256 public nativeFee;
    mapping(uint32 eid => bytes32) public peers;
    uint64 private _nonce;

    event OFTSent(
        bytes32 indexed guid,
        uint32 dstEid,
        address indexed fromAddress,
        uint256 amountSentLD,
        uint256 amountReceivedLD
    );
    event OFTReceived(
        bytes32 indexed guid, uint32 srcEid, address indexed toAddress, uint256 amountReceivedLD
    );
    event PeerSet(uint32 eid, bytes32 peer);

    error NoPeer(uint32 eid);
    error SlippageExceeded(uint256 amountLD, uint256 minAmountLD);
    error NotEnoughNative(uint256 msgValue);
    error LzTokenUnavailable();
    error InvalidLocalDecimals();
    error OwnableUnauthorizedAccount(address account);
    error RefundFailed();

    modifier onlyOwner() {
        if (msg.sender != owner) revert OwnableUnauthorizedAccount(msg.sender);
        _;
    }

    constructor(address owner_, uint8 localDecimals, uint256 nativeFee_) {
        if (localDecimals < 6) revert InvalidLocalDecimals();
        owner = owner_;
        decimalConversionRate = 10 ** (localDecimals - 6);
        nativeFee = nativeFee_;
    }

    function setPeer(uint32 eid, bytes32 peer) external onlyOwner {
        peers[eid] = peer;
        emit PeerSet(eid, peer);
    }

    function setNativeFee(uint256 fee) external onlyOwner {
        nativeFee = fee;
    }

    /// @notice What arrives from another chain, told by the owner.
    function receiveFrom(uint32 srcEid, bytes32 guid, address to, uint256 amountLD)
        external
        onlyOwner
    {
        if (peers[srcEid] == 0) revert NoPeer(srcEid);
        _credit(to, amountLD);
        emit OFTReceived(guid, srcEid, to, amountLD);
    }

    function send(SendParam calldata param, MessagingFee calldata fee, address refundAddress)
        external
        payable
        returns (MessagingReceipt memory message, OFTReceipt memory receipt)
    {
        if (peers[param.dstEid] == 0) revert NoPeer(param.dstEid);
        if (fee.lzTokenFee != 0) revert LzTokenUnavailable();
        if (msg.value != fee.nativeFee || msg.value < nativeFee) revert NotEnoughNative(msg.value);
        uint256 amount = _withoutDust(param);
        _debit(msg.sender, amount);
        message.nonce = ++_nonce;
        message.guid = keccak256(
            abi.encodePacked(
                message.nonce, block.chainid, address(this), param.dstEid, peers[param.dstEid]
            )
        );
        message.fee.nativeFee = nativeFee;
        receipt = OFTReceipt(amount, amount);
        uint256 excess = msg.value - nativeFee;
        if (excess > 0) {
            (bool refunded,) = refundAddress.call{value: excess}("");
            if (!refunded) revert RefundFailed();
        }
        emit OFTSent(message.guid, param.dstEid, msg.sender, amount, amount);
    }

    function quoteSend(SendParam calldata param, bool payInLzToken)
        external
        view
        returns (MessagingFee memory)
    {
        if (peers[param.dstEid] == 0) revert NoPeer(param.dstEid);
        if (payInLzToken) revert LzTokenUnavailable();
        _withoutDust(param);
        return MessagingFee(nativeFee, 0);
    }

    /// @notice The token that is sent.
    function token() external view virtual returns (address);

    /// @notice Whether `token` must be approved to this contract first.
    function approvalRequired() external pure virtual returns (bool);

    function _debit(address from, uint256 amount) internal virtual;

    function _credit(address to, uint256 amount) internal virtual;

    function _withoutDust(SendParam calldata param) private view returns (uint256 amount) {
        amount = (param.amountLD / decimalConversionRate) * decimalConversionRate;
        if (amount < param.minAmountLD) revert SlippageExceeded(amount, param.minAmountLD);
    }
}
